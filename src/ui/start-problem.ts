import { failureText } from '#ui/messages/failure.ts';

interface StartProblem {
  reason: string;
  advice: string;
}

/** Why the app cannot start in this browser, by what is missing; a general sentence where nothing is. */
export function whyNotStarted(): StartProblem {
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
