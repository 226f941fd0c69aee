interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (text: string) => string }): unknown;
}

/** Trusted Types: allows worker URLs of this origin as strings; the policy forbids all others. */
export function allowOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createScriptURL: (text) => {
      if (new URL(text, location.href).origin === location.origin) return text;
      throw new TypeError(`Scripts come from this origin only: ${text}`);
    },
  });
}
