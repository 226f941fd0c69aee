import { useEffect, useState } from 'react';
import { readOfflineState } from '#client/offline.ts';
import { isMetered } from '#device/is-metered.ts';
import type { Device } from '#device/measure-device.ts';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import styles from './models.module.css';

/** What was measured of this device. */
export function DeviceFacts({ device }: { device: Device }) {
  const { webgpu, cores, isIsolated, memoryBytes, storage } = device;
  const memory = memoryBytes === null ? '' : `, at least ${formatBytes(memoryBytes)} of memory`;
  return (
    <section className={styles['device']}>
      <h3>This device</h3>
      <ul className={controls['secondary']}>
        <li>
          {cores} cores{memory}
        </li>
        <li>{describeGpu(webgpu)}</li>
        <li>
          {isIsolated
            ? 'Models on the processor use several threads.'
            : 'Models use one thread: the page is not isolated. Reload it once.'}
        </li>
        <OfflineLine />
        {storage && (
          <li>
            {formatBytes(storage.usedBytes)} of {formatBytes(storage.quotaBytes)} storage used
          </li>
        )}
      </ul>
    </section>
  );
}

function describeGpu(webgpu: Device['webgpu']): string {
  if (!webgpu) return 'No WebGPU in this browser: models run on the processor.';
  return webgpu.shaderF16 ? 'WebGPU with 16-bit floats' : 'WebGPU without 16-bit floats';
}

/** Whether the app opens without a network: counted in the cache. */
function OfflineLine() {
  const [text, setText] = useState('');
  useEffect(() => {
    let mounted = true;
    readOfflineState().then((state) => {
      if (!mounted) return;
      if (state === null || state.total === 0) setText('Not kept for offline use.');
      else if (state.kept === state.total)
        setText('Opens offline: the app and its models are kept.');
      else {
        const progress = `${state.kept} of ${state.total} files`;
        setText(
          isMetered()
            ? `Saves files for offline use as you use them on this metered connection: ${progress}.`
            : `Saving for offline use: ${progress}.`,
        );
      }
    }, reportError);
    return () => {
      mounted = false;
    };
  }, []);
  return text === '' ? null : <li>{text}</li>;
}
