import type { Page } from 'playwright-core';
import type { Scenario } from '../../../api/contracts/catalogue.contract.js';
import type { ClientConfig } from '../../../api/contracts/client-config.contract.js';
import { inParallel } from '../../../api/platform/in-parallel.js';
import { ApiClient } from '../../simulate/api-client.js';
import type { PreparedClass } from '../../simulate/prepare-class.js';
import type { Fixture } from '../environment/fixture.js';

/** Number of playing students that the screen shows without scrolling. */
const SHOWN_SCENARIOS = 12;

/** Players whose results the instructor's screen shows. */
export async function prepareClass(url: string, { accounts, sessionId }: Fixture): Promise<PreparedClass> {
  const instructor = new ApiClient(url, accounts.instructor);
  const students = accounts.players.map((account) => new ApiClient(url, account));
  await inParallel(4, students, (student) => student.token());
  const { catalogueId } = await instructor.get<ClientConfig>('/config.json');
  const scenarios = await instructor.get<Scenario[]>(`/api/courses/${catalogueId}/headers`);
  return { instructor, students, sessionId, scenarios: scenarios.slice(0, SHOWN_SCENARIOS) };
}

/** Signs the instructor in and opens the gradebook. Returns the milliseconds until its students are shown. */
export async function openGradebook(page: Page, url: string, { accounts, sessionId }: Fixture): Promise<number> {
  const { username, password } = accounts.instructor;
  await page.goto(url);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/instructor/**');
  const began = performance.now();
  await page.goto(`${url}/instructor/gradebook/${sessionId}`);
  await page.getByRole('rowheader', { name: accounts.players[0]!.username }).first().waitFor();
  const opened = performance.now() - began;
  await page.getByText('Live', { exact: true }).waitFor();
  return opened;
}
