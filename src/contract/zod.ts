import { z } from 'zod';

// The policy of this origin forbids code made of text; zod would try it, and each try is an error in the console.
z.config({ jitless: true });

export { z };
