/**
 * The page's head for the site it will be served from: services that show a link want whole addresses.
 * @param {string} html @param {string} site an http(s) origin @param {string} base path with slashes at both ends
 * @throws Error with a sentence for a person
 */
export function withAddress(html, site, base) {
  const { protocol, origin } = URL.canParse(site) ? new URL(site) : { protocol: '', origin: '' };
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error(`SITE has to be an address such as https://example.org, not ${site}.`);
  return html.replace(
    /<meta property="og:image" content="([^"]*)" \/>/,
    (_, image) =>
      `<meta property="og:image" content="${new URL(image, origin)}" />\n` +
      `    <meta property="og:url" content="${new URL(base, origin)}" />`,
  );
}
