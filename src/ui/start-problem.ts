import { StorageError } from '#storage/open-database.ts';
import { failureText } from '#ui/messages/failure.ts';

interface StartProblem {
  reason: string;
  advice: string;
}

/** Why the app cannot start in this browser, by the missing feature; a general sentence otherwise. */
export function whyNotStarted(error?: unknown): StartProblem {
  if (error instanceof StorageError) {
    return { reason: 'The stored data could not be opened', advice: error.message };
  }
  if (!globalThis.isSecureContext) {
    return {
      reason: failureText.insecure,
      advice: failureText.insecureAdvice(location.origin),
    };
  }
  if (!('locks' in navigator)) {
    return {
      reason: failureText.noLocks,
      advice: failureText.noLocksAdvice,
    };
  }
  if (!('indexedDB' in globalThis)) {
    return {
      reason: failureText.noStorage,
      advice: failureText.noStorageAdvice,
    };
  }
  return {
    reason: failureText.notStarted,
    advice: failureText.notStartedAdvice,
  };
}
