/** The lock of the page that runs the host worker. */
export const ELECTION = 'alcove-host';
