import { useState } from 'react';
import { forgetTestModels } from '#client/test-models.ts';
import controls from '#ui/kit/controls.module.css';
import page from '#ui/kit/page.module.css';
import { useSettings } from './use-settings.ts';

/** Limits of the whole service and what models run on. */
export function ServiceSection() {
  const [settings, change] = useSettings();
  if (!settings) return null;
  const cores = navigator.hardwareConcurrency || 1;
  return (
    <section className={page['section']} aria-labelledby="service">
      <h2 id="service">Service and limits</h2>
      <div className={page['grid']}>
        <label className={controls['label']}>
          Embedded models run on
          <select
            className={controls['field']}
            value={settings.device}
            onChange={(e) => change({ device: e.target.value === 'webgpu' ? 'webgpu' : 'wasm' })}
          >
            <option value="wasm">Processor (wasm)</option>
            {'gpu' in navigator && <option value="webgpu">Graphics chip (WebGPU)</option>}
          </select>
        </label>
        <label className={controls['label']}>
          Threads on the processor
          <select
            className={controls['field']}
            value={settings.threads}
            onChange={(e) => change({ threads: Number(e.target.value) })}
          >
            <option value={0}>Chosen for this device</option>
            {Array.from({ length: cores }, (_, i) => i + 1).map((threads) => (
              <option key={threads} value={threads}>
                {threads}
              </option>
            ))}
          </select>
        </label>
        <NumberField
          label="Memory for models, GB"
          value={settings.memoryBudgetBytes / 1e9}
          least={0.1}
          onChange={(gigabytes) => change({ memoryBudgetBytes: gigabytes * 1e9 })}
        />
        <NumberField
          label="Requests that may wait, per model"
          value={settings.maxWaiting}
          least={0}
          onChange={(maxWaiting) => change({ maxWaiting: Math.round(maxWaiting) })}
        />
        <NumberField
          label="Longest answer of a request, seconds"
          value={settings.requestTimeoutMs / 1000}
          least={1}
          onChange={(seconds) => change({ requestTimeoutMs: Math.round(seconds * 1000) })}
        />
      </div>
      <label className={controls['check']}>
        <input
          type="checkbox"
          checked={settings.temperatureMax === 2}
          onChange={(e) => change({ temperatureMax: e.target.checked ? 2 : 1 })}
        />
        Take temperatures up to 2 instead of 1
      </label>
      <label className={controls['check']}>
        <input
          type="checkbox"
          checked={settings.scriptedModels}
          onChange={(e) => {
            forgetTestModels();
            change({ scriptedModels: e.target.checked });
          }}
        />
        List the scripted models, for testing clients
      </label>
    </section>
  );
}

interface NumberFieldProps {
  label: string;
  value: number;
  least: number;
  onChange: (value: number) => void;
}

/** Takes effect when the field is left, and only when it holds a number in range. */
function NumberField({ label, value, least, onChange }: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <label className={controls['label']}>
      {label}
      <input
        type="number"
        className={controls['field']}
        min={least}
        step="any"
        value={draft ?? value}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => {
          const next = Number(draft);
          if (draft !== null && draft !== '' && next >= least) onChange(next);
          setDraft(null);
        }}
      />
    </label>
  );
}
