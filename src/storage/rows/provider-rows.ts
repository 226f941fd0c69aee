import { BOUNDARIES } from '#contract/boundary.ts';
import type {
  BoundaryLabel,
  ProviderDay,
  StoredProvider,
  StoredRules,
  StoredSecret,
  StoredVaultKey,
} from '#storage/provider-records.ts';
import { amount, bytes, id, oneOf, type RowParser, row, z } from './fields.ts';

export const provider: RowParser<StoredProvider> = row<StoredProvider>({
  id,
  configJson: z.string(),
  from: oneOf(['person', 'deployment'], 'person'),
});

export const secret: RowParser<StoredSecret> = row<StoredSecret>({ id, iv: bytes, data: bytes });

export const vaultKey: RowParser<StoredVaultKey> = row<StoredVaultKey>({
  id: z.literal('vault'),
  key: z.custom<CryptoKey>((value) => value instanceof CryptoKey),
});

export const rules: RowParser<StoredRules> = row<StoredRules>({
  id: z.enum(['person', 'deployment']),
  rulesJson: z.string(),
});

export const providerDay: RowParser<ProviderDay> = row<ProviderDay>({
  id,
  tokens: amount(),
  pico: amount(),
  requests: amount(),
});

/** Not repaired: a label that cannot be read allows nothing. */
export const boundaryLabel: RowParser<BoundaryLabel> = row<BoundaryLabel>({
  id,
  conversationId: id,
  boundary: z.enum(BOUNDARIES),
});
