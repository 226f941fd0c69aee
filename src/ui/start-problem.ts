interface StartProblem {
  reason: string;
  advice: string;
}

/** Why the app cannot start in this browser, by what is missing; a general sentence where nothing is. */
export function whyNotStarted(): StartProblem {
  if (!globalThis.isSecureContext) {
    return {
      reason: 'Alcove needs a secure connection',
      advice: `Browsers turn off service workers and locks on ${location.origin}. Open the app over https, or on localhost.`,
    };
  }
  if (!('locks' in navigator)) {
    return {
      reason: 'This browser has no Web Locks',
      advice:
        'Alcove needs them to share models between tabs. Update the browser or use another one.',
    };
  }
  if (!('indexedDB' in globalThis)) {
    return {
      reason: 'This browser cannot store data',
      advice:
        'IndexedDB is turned off, as in some private windows. Open the app in a normal window.',
    };
  }
  return {
    reason: 'Alcove could not start',
    advice: 'Reload the page. If that does not help, export your data and start again.',
  };
}
