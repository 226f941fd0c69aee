import { useEffect, useEffectEvent, useState } from 'react';
import { DEFAULT_SETTINGS } from '#catalog/default-settings.ts';
import { forgetTestModels } from '#client/alcove.ts';
import type { ServiceSettings } from '#contract/service-settings.ts';
import { CheckBox, Field } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { TermsField } from '#ui/kit/terms-field.tsx';
import { language } from '#ui/messages/catalogue.ts';
import { settingsText } from '#ui/messages/settings.ts';
import type { SettingsProps } from './use-settings.ts';

interface Props {
  /** Null until they are read. */
  settings: ServiceSettings | null;
  change: SettingsProps['change'];
}

/** Limits of the whole service, and the device of models. */
export function ServiceSection({ settings: stored, change }: Props) {
  // Drawn with the defaults, and inert, until the stored settings are read: the first picture has it.
  const settings = stored ?? DEFAULT_SETTINGS;
  const cores = stored ? navigator.hardwareConcurrency || 1 : 0;
  const devices: { id: typeof settings.device; name: string }[] = [
    { id: 'wasm', name: settingsText.processor },
  ];
  if (stored && 'gpu' in navigator) {
    devices.push({ id: 'webgpu', name: settingsText.gpu });
    devices.push({ id: 'fastest', name: settingsText.fastest });
  }
  const threads = Array.from({ length: cores }, (_, i) => ({ id: i + 1, name: String(i + 1) }));
  return (
    <section
      className={page['section']}
      aria-labelledby="service"
      aria-busy={!stored}
      inert={!stored}
    >
      <h2 id="service">{settingsText.service}</h2>
      <div className={page['grid']}>
        <Select
          label={settingsText.runOn}
          options={devices}
          value={settings.device}
          onChange={(device) => change({ device })}
        />
        <Select
          label={settingsText.threads}
          options={[{ id: 0, name: settingsText.automatic }, ...threads]}
          value={settings.threads}
          onChange={(count) => change({ threads: count })}
        />
        <NumberField
          label={settingsText.memory}
          value={settings.memoryBudgetBytes / 1e9}
          min={0.1}
          onChange={(gigabytes) => change({ memoryBudgetBytes: gigabytes * 1e9 })}
        />
        <NumberField
          label={settingsText.queueLength}
          value={settings.maxWaiting}
          min={0}
          onChange={(maxWaiting) => change({ maxWaiting: Math.round(maxWaiting) })}
        />
        <NumberField
          label={settingsText.timeLimit}
          value={settings.requestTimeoutMs / 1000}
          min={1}
          onChange={(seconds) => change({ requestTimeoutMs: Math.round(seconds * 1000) })}
        />
      </div>
      <TermsField
        label={settingsText.terms}
        hint={settingsText.termsHint}
        value={settings.vocabulary}
        onChange={(vocabulary) => change({ vocabulary })}
      />
      <CheckBox
        label={settingsText.temperatures}
        checked={settings.temperatureMax === 2}
        onChange={(e) => change({ temperatureMax: e.target.checked ? 2 : 1 })}
      />
      <CheckBox
        label={settingsText.scriptedModels}
        checked={settings.scriptedModels}
        onChange={(e) => {
          forgetTestModels();
          change({ scriptedModels: e.target.checked });
        }}
      />
    </section>
  );
}

interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  onChange: (value: number) => void;
}

/** Takes effect when it is left, or by Enter. A number out of range stays, with an error message. */
function NumberField({ label, value, min, onChange }: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  function apply() {
    if (draft === null) return;
    const next = Number(draft);
    if (draft !== '' && !(next >= min)) {
      setError(settingsText.outOfRange(min.toLocaleString(language())));
      return;
    }
    setError(null);
    setDraft(null);
    if (draft !== '') onChange(next);
  }
  useOnLeave(apply);

  return (
    <Field
      label={label}
      type="number"
      min={min}
      step="any"
      value={draft ?? value}
      error={error}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}

/** Calls back when the component goes, which is no blur, or the page does. */
function useOnLeave(work: () => void): void {
  const last = useEffectEvent(work);
  useEffect(() => {
    const leave = () => last();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
}
