import { StorageError } from '#storage/open-database.ts';
import { failureText } from '#ui/messages/failure.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { missingFeatures } from './missing-features.ts';

interface StartProblem {
  reason: string;
  advice: string;
}

/** Why the app cannot start in this browser, by the missing feature; a general sentence otherwise. */
export function whyNotStarted(error?: unknown): StartProblem {
  if (error instanceof StorageError) {
    return { reason: failureText.notOpened, advice: describeError(error) };
  }
  if (!globalThis.isSecureContext) {
    return {
      reason: failureText.insecure,
      advice: failureText.insecureAdvice(location.origin),
    };
  }
  if (!hasLocks()) {
    return {
      reason: failureText.noLocks,
      advice: failureText.noLocksAdvice,
    };
  }
  if (!globalThis.indexedDB) {
    return {
      reason: failureText.noStorage,
      advice: failureText.noStorageAdvice,
    };
  }
  const missing = missingFeatures();
  if (missing.length > 0) {
    return {
      reason: failureText.tooOld,
      advice: failureText.tooOldAdvice(missing.join(', ')),
    };
  }
  return {
    reason: failureText.notStarted,
    advice: failureText.notStartedAdvice,
  };
}

/** A policy may let the very question throw. */
function hasLocks(): boolean {
  try {
    return Boolean(navigator.locks);
  } catch {
    return false;
  }
}
