/** Why a model of a known family cannot be run, a sentence; null where it can be. */
export function whyNotRun(config: Record<string, unknown>): string | null {
  const layers = config['layer_types'] ?? config['layers_block_type'];
  const keepsOtherStates = Array.isArray(layers) && layers.includes('mamba');
  return keepsOtherStates ? 'Models with Mamba layers cannot be run here.' : null;
}

/** Whether a model reads two texts together and gives them one score. */
export function isCrossEncoder({ architectures, id2label }: Record<string, unknown>): boolean {
  const classifies =
    Array.isArray(architectures) &&
    architectures.some(
      (name) => typeof name === 'string' && name.endsWith('ForSequenceClassification'),
    );
  const labels = typeof id2label === 'object' && id2label !== null ? Object.keys(id2label) : [];
  return classifies && labels.length <= 1;
}
