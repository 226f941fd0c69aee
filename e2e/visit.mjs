/** Opens a page of the app. */
export const visit = (page, path) => page.goto(new URL(path, page.url()).href);
