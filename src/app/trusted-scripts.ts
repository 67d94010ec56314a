// Trusted Types: the page's policy lets a string become the address of a script only through the default
// policy. That one lets through the page's own files, or for the one-file page, workers made from its own
// text.

/** The part of Trusted Types in use; TypeScript's library does not have it yet. */
interface TrustedTypesFactory {
  createPolicy(name: string, rules: { readonly createScriptURL: (address: string) => string | null }): unknown
}

/** Makes the default policy. Call it before a worker starts. Does nothing without Trusted Types. */
export function allowOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory }
  trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      const { protocol, origin } = new URL(address, document.baseURI)
      return protocol === 'blob:' || origin === location.origin ? address : null
    },
  })
}
