import { Select } from '#ui/kit/select.tsx';
import { providersText } from '#ui/messages/providers.ts';

interface TargetsProps {
  to: readonly string[];
  destinations: { id: string; name: string }[];
  onChange: (to: string[]) => void;
}

/** The provider's model that is asked, and the one after it. */
export function Targets({ to, destinations, onChange }: TargetsProps) {
  const locals = to.filter((one) => one.startsWith('local:'));
  const [first = '', second = ''] = to.filter((one) => !one.startsWith('local:'));
  const named = (id: string) =>
    id === '' || destinations.some((one) => one.id === id) ? [] : [{ id, name: id }];
  const change = (ids: string[]) => onChange([...locals, ...ids.filter(Boolean)]);
  return (
    <>
      <Select
        label={providersText.to}
        options={[...named(first), ...destinations]}
        value={first}
        onChange={(id) => change([id, second])}
      />
      <Select
        label={providersText.thenTo}
        options={[{ id: '', name: providersText.nobody }, ...named(second), ...destinations]}
        value={second}
        onChange={(id) => change([first, id])}
      />
    </>
  );
}
