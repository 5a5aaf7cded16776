/** @jest-environment node */
import { hasFirefox, openFirefox } from '../testing/drivers/firefox-driver.js';
import { testJourneys } from '../testing/journeys.js';

const withFirefox = hasFirefox() ? describe : describe.skip;

withFirefox('the main journeys, in Firefox (needs firefox-esr and xvfb)', () => {
  const complaints: string[] = [];
  testJourneys(() => openFirefox(complaints));

  it('produces no errors on any page', () => {
    // Firefox logs each failed connection while the platform is down.
    expect(complaints.filter((text) => !text.includes('can’t establish a connection'))).toEqual([]);
  });
});
