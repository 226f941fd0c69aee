/** The file next to the app in which a team that serves it lists its providers; `{}` in every build. */
export const DEPLOYMENT_FILE = '/alcove.json';
