const STORED = 'alcove-scripted-models';

/**
 * Whether this tab was opened with `?scripted-models`, remembered until the tab is closed. A link can come from
 * anyone, so it changes no setting.
 */
export function wantsTestModels(): boolean {
  const isAsked = new URL(location.href).searchParams.has('scripted-models');
  try {
    if (isAsked) sessionStorage.setItem(STORED, 'yes');
    return isAsked || sessionStorage.getItem(STORED) !== null;
  } catch {
    // Where storage is refused, the address alone decides.
    return isAsked;
  }
}

/** The person decides in Settings: from now on the setting alone counts in this tab. */
export function forgetTestModels(): void {
  try {
    sessionStorage.removeItem(STORED);
  } catch {
    // Nothing was stored either.
  }
}
