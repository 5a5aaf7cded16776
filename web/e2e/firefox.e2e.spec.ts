/** @jest-environment node */
import { hasFirefox, openFirefox } from '../testing/drivers/firefox-driver.js';
import { testJourneys } from '../testing/journeys.js';

const withFirefox = hasFirefox() ? describe : describe.skip;

withFirefox('the main journeys, in Firefox (needs firefox-esr and xvfb)', () => {
  const complaints: string[] = [];
  testJourneys(() => openFirefox(complaints));

  it('had no error on any page', () => {
    // Firefox reports each attempt to connect while the platform is down.
    expect(complaints.filter((text) => !text.includes('can’t establish a connection'))).toEqual([]);
  });
});
