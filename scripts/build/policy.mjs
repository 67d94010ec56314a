// The page's policy, which says what it may load and whom it talks to, as it stands in its HTML.

/**
 * @param {string} html
 * @returns {string | null} null where there is none
 */
export function policyOf(html) {
  const meta = /<meta[^>]*http-equiv="Content-Security-Policy"[^>]*>/i.exec(html)?.[0] ?? ''
  return /content="([^"]*)"/i.exec(meta)?.[1]?.replace(/\s+/g, ' ').trim() ?? null
}

/**
 * That of the one worker that may ask other hosts (docs/decisions/0007-hosted-profiles.md).
 *
 * @param {string} policy the page's
 */
export function downloadPolicyOf(policy) {
  return policy.replace("connect-src 'self'", "connect-src 'self' https:")
}
