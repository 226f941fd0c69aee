/** What a worker sends when something in it wanted more memory than it may have. */
export const TOO_LARGE = 'alcove-too-large';
