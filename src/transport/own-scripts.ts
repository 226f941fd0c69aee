interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (text: string) => string }): unknown;
}

/** Lets worker scripts be named by text, this origin's own only: the policy forbids every other way. */
export function allowOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createScriptURL: (text) => {
      if (new URL(text, location.href).origin === location.origin) return text;
      throw new TypeError(`Scripts come from this origin only: ${text}`);
    },
  });
}
