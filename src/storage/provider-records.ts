import type { Boundary } from '#contract/boundary.ts';

/** A provider; who reads its configuration parses it (`contract/providers.ts`). */
export interface StoredProvider {
  id: string;
  configJson: string;
  /** Whether the person added it here, or the deployment offers it. */
  from: 'person' | 'deployment';
}

/** A provider's key, which only the non-extractable key of this browser opens. */
export interface StoredSecret {
  /** The provider's id. */
  id: string;
  iv: Uint8Array<ArrayBuffer>;
  data: Uint8Array<ArrayBuffer>;
}

export interface StoredVaultKey {
  id: 'vault';
  key: CryptoKey;
}

/** The rules of one source, in their order. */
export interface StoredRules {
  id: 'person' | 'deployment';
  rulesJson: string;
}

/** What a provider answered on one day. */
export interface ProviderDay {
  /** `<provider> <yyyy-mm-dd>` in UTC. */
  id: string;
  tokens: number;
  /** In 10⁻¹² of the currency, so that sums are exact. */
  pico: number;
  requests: number;
}

/** How far a chat may go; one without a label stays on this device. */
export interface BoundaryLabel {
  /** The conversation's id. */
  id: string;
  conversationId: string;
  boundary: Boundary;
}
