import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Gradebook } from '../contracts/gradebook.contract.js';
import { MIGRATIONS } from '../migrations.js';
import { migrate } from '../platform/database/migrate.js';
import { APP_ROLE, withClient } from '../platform/database/postgres-roles.js';
import { findSystemPostgres, runClient, startSystemPostgres } from '../platform/database/testing/system-postgres.js';
import { testConfig } from '../platform/http/testing/test-http-application.js';
import { makeFolder, removeDataDir } from '../start/testing/folders.js';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.js';
import { onPostgres } from '../platform/eventsourcing/testing/on-postgres.js';
import { readModelChecksums } from '../testing/read-model-checksums.js';
import { competeScenario, sampleAttempt } from '../testing/sample-attempt.js';
import { TestPlatform } from '../testing/test-platform.js';
import { until } from '../testing/until.js';
import { runCli } from './run-cli.js';

const system = findSystemPostgres();
const reason = 'no PostgreSQL server with pg_dump and pg_restore below /usr/lib/postgresql';
if (!system) process.stderr.write(`Restoring from pg_dump is not tested: ${reason}.\n`);

const query = async <Row extends object>(url: string, text: string): Promise<Row[]> =>
  (await withClient(url, (client) => client.query<Row>(text))).rows;

(system ? onPostgres : it.skip)(
  `a dump of pg_dump serves in the cluster of another version, and new events sort last${system ? '' : ` (${reason})`}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ready-room-pg-dump-'));
    const dataDir = makeFolder('pg-dump', 0o711);
    const source = await startSystemPostgres(system!);
    const target = await startEmbeddedPostgres({ dataDir });
    try {
      await migrate(source.adminUrl, APP_ROLE, MIGRATIONS);
      await withClient(source.adminUrl, async (client) => {
        for (let nth = 0; nth < 5_000; nth += 1) await client.query('select pg_current_xact_id()');
      });
      const original = await TestPlatform.start({}, () => source);
      const organization = await original.organization();
      const instructor = await original.person('Instructor', organization);
      const student = await original.person('User', organization);
      const { session } = await original.runningClass(instructor, organization, [student]);
      await student.post('/scores', sampleAttempt(session.id));
      await original.settled();
      const path = `/sessions/${session.id}/gradebook`;
      const before = await instructor.get<Gradebook>(path);
      const sums = await readModelChecksums(source.superuserUrl);

      const dump = join(folder, 'ready-room.dump');
      runClient(system!, 'pg_dump', ['--format=custom', `--file=${dump}`, source.adminUrl]);
      await original.stop();
      runClient(system!, 'pg_restore', ['--exit-on-error', `--dbname=${target.superuserUrl}`, dump]);
      const [ids] = await query<{ behind: boolean }>(
        target.adminUrl,
        'select pg_current_xact_id() < (select max(transaction_id) from log.events) as behind',
      );
      expect(ids!.behind).toBe(true);

      await migrate(target.adminUrl, APP_ROLE, MIGRATIONS);
      expect(await readModelChecksums(target.superuserUrl)).toEqual(sums);
      const restored = await TestPlatform.start({ bootstrapAdmin: undefined }, () => target);
      const [name] = await query<{ username: string }>(
        target.appUrl,
        `select username from read.people where id = '${student.userId}'`,
      );
      const again = await restored.signIn(name!.username);
      const attempt = sampleAttempt(session.id, competeScenario, { totalScore: competeScenario.maxTotalScore });
      const { status, headers } = await again.post('/scores', attempt);
      expect({ status, position: headers.get('x-log-position') }).toEqual({
        status: 202,
        position: expect.stringMatching(/^2\./) as string,
      });
      await restored.settled();
      const [admin] = await query<{ username: string }>(
        target.appUrl,
        `select username from read.people where id = '${instructor.userId}'`,
      );
      const staff = await restored.signIn(admin!.username);
      const after = await staff.get<Gradebook>(path, { 'if-none-match': before.headers.get('etag')! });
      expect(after.body.generation).toBeGreaterThan(before.body.generation);
      expect(after.body.columns).not.toEqual(before.body.columns);
      await until(async () => (await query(target.appUrl, 'select from log.seals')).length > 0);
      const environment = { ...testConfig().secrets, DATABASE_URL: target.appUrl, DATABASE_ADMIN_URL: target.adminUrl };
      for (const command of [
        ['projections', 'verify'],
        ['audit', 'verify'],
      ]) {
        const err: string[] = [];
        const terminal = { out: () => undefined, err: (line: string) => void err.push(line) };
        expect({ code: await runCli(command, terminal, environment), err }).toEqual({ code: 0, err: [] });
      }
      await restored.stop();
    } finally {
      await target.stop();
      await source.stop();
      removeDataDir(dataDir);
      rmSync(folder, { recursive: true });
    }
  },
);
