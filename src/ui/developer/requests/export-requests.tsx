import type { AlcoveDatabase } from '#storage/database.ts';
import type { UsageRow } from '#storage/service-records.ts';
import { Button } from '#ui/kit/button.tsx';
import { inspectorText } from '#ui/messages/inspector.ts';
import { useServices } from '#ui/services.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { type Recorded, writeHar, writeJsonl } from './write-har.ts';

/** Requests whose bodies are read at a time. */
const STEP = 200;

/** Buttons that write the shown requests to files. */
export function ExportRequests({ rows }: { rows: readonly UsageRow[] }) {
  const { database, version } = useServices();
  const isEmpty = rows.length === 0;
  const har = async () => {
    const all: Recorded[] = [];
    for await (const some of recordedOf(database, rows)) all.push(...some);
    writeParts('requests.har', 'application/json', [writeHar(all, location.origin, version)]);
  };
  const jsonl = async () => {
    const parts: string[] = [];
    for await (const some of recordedOf(database, rows)) parts.push(writeJsonl(some));
    writeParts('requests.jsonl', 'application/x-ndjson', parts);
  };
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        disabled={isEmpty}
        onClick={() => reportFailure(inspectorText.exportNotMade, har())}
      >
        {inspectorText.exportHar}
      </Button>
      <Button
        kind="quiet"
        size="small"
        disabled={isEmpty}
        onClick={() => reportFailure(inspectorText.exportNotMade, jsonl())}
      >
        {inspectorText.exportJsonl}
      </Button>
    </>
  );
}

const writeParts = (name: string, type: string, parts: string[]) =>
  saveFile(name, new Blob(parts, { type }));

async function* recordedOf(
  { exchanges }: AlcoveDatabase,
  rows: readonly UsageRow[],
): AsyncGenerator<Recorded[]> {
  for (let from = 0; from < rows.length; from += STEP) {
    const some = rows.slice(from, from + STEP);
    const found = await exchanges.bulkGet(some.map(({ requestId }) => requestId));
    yield some.map((row, i) => ({ row, exchange: found[i] }));
  }
}
