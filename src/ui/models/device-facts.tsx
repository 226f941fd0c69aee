import { readOfflineState } from '#client/offline.ts';
import { isMetered } from '#device/browser.ts';
import type { Device } from '#device/measure-device.ts';
import controls from '#ui/kit/controls.module.css';
import { formatBytes, formatCount } from '#ui/kit/format.ts';
import { useAsync } from '#ui/kit/use-async.ts';
import { modelsText } from '#ui/messages/models.ts';
import styles from './models.module.css';

/** Measurements of this device. */
export function DeviceFacts({ device }: { device: Device }) {
  const { webgpu, cores, memoryBytes, storage } = device;
  const coreCount = modelsText.cores(cores);
  return (
    <section className={styles['device']}>
      <h2>{modelsText.thisDevice}</h2>
      <ul className={controls['secondary']}>
        <li>
          {memoryBytes === null
            ? coreCount
            : modelsText.coresAndMemory(coreCount, formatBytes(memoryBytes))}
        </li>
        <li>{describeGpu(webgpu)}</li>
        <li>{describeThreads(device)}</li>
        <OfflineLine />
        {storage && (
          <li>
            {modelsText.storageUsed(
              formatBytes(storage.usedBytes),
              formatBytes(storage.quotaBytes),
            )}
          </li>
        )}
      </ul>
    </section>
  );
}

function describeThreads({ isIsolated, hasThreads }: Device): string {
  if (hasThreads) return modelsText.multiThreaded;
  // A reload cannot give threads to an isolated page.
  return isIsolated ? modelsText.noThreads : modelsText.singleThreaded;
}

function describeGpu(webgpu: Device['webgpu']): string {
  if (!webgpu) return modelsText.noWebGpu;
  return webgpu.shaderF16 ? modelsText.webGpuF16 : modelsText.webGpuF32;
}

function describeOffline(state: Awaited<ReturnType<typeof readOfflineState>>): string {
  if (state === null || state.total === 0) return modelsText.notOffline;
  const { cached, total } = state;
  if (cached === total) return modelsText.offline;
  const count = formatCount(total);
  return isMetered()
    ? modelsText.savingMetered(cached, count)
    : modelsText.savingOffline(cached, count);
}

/** Whether the app opens without a network: counted in the cache. */
function OfflineLine() {
  const { value } = useAsync(async () => describeOffline(await readOfflineState()));
  return value === null ? null : <li>{value}</li>;
}
