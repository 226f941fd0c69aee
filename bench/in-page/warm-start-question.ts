// What both pages of bench/warm-start.mjs ask.
export const MESSAGES = [{ role: 'user', content: 'What is Alcove?' }];
export const TOKENS = 16;
