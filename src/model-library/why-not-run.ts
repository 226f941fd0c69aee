/** Why a model of a known family cannot be run, a sentence; null where it can be. */
export function whyNotRun(config: Record<string, unknown>): string | null {
  const layers = config['layer_types'] ?? config['layers_block_type'];
  const keepsOtherStates = Array.isArray(layers) && layers.includes('mamba');
  return keepsOtherStates ? 'Models with Mamba layers cannot be run here.' : null;
}
