import { useEffect, useState } from 'react';
import { appPath } from '#contract/app-path.ts';
import { isMetered } from '#device/browser.ts';
import { formatBytes } from '#ui/kit/format.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { findModel, useHost } from '#ui/state/models.ts';
import styles from './transcribe.module.css';

const LARGE = 'alcove-whisper';

/** On a metered connection: names the download of the chosen model's first use. */
export function FirstDownload({ model }: { model: string }) {
  const [isHere, setHere] = useState(true);
  const asks = model === LARGE && isMetered();
  // A loaded model has been downloaded.
  const state = useHost(({ status }) => status.slots.find((s) => s.model === LARGE)?.state);
  useEffect(() => {
    if (!asks) return;
    if (state === 'ready') return setHere(true);
    const weights = appPath(`/models/${LARGE}/onnx/decoder_model_merged_quantized.onnx.gz`);
    caches
      .match(weights, { ignoreSearch: true })
      .then((found) => setHere(found !== undefined), reportError);
  }, [asks, state]);
  const card = findModel(model);
  if (!asks || isHere || !card) return null;
  return (
    <div className={styles['scope']} role="note">
      {transcribeText.firstDownload(card.title, formatBytes(card.downloadBytes))}
    </div>
  );
}
