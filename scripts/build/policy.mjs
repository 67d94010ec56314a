// The page's content policy, as written in its HTML.

/**
 * Returns the policy of a page.
 *
 * @param {string} html
 * @returns {string | null} null if there is none
 */
export function policyOf(html) {
  const meta = /<meta[^>]*http-equiv="Content-Security-Policy"[^>]*>/i.exec(html)?.[0] ?? ''
  return /content="([^"]*)"/i.exec(meta)?.[1]?.replace(/\s+/g, ' ').trim() ?? null
}

/**
 * Returns the policy of the one worker that may contact other hosts
 * (docs/decisions/0007-hosted-profiles.md).
 *
 * @param {string} policy the page's
 */
export function downloadPolicyOf(policy) {
  return policy.replace("connect-src 'self'", "connect-src 'self' https:")
}
