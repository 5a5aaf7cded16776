const given = process.env['SEED'];

/**
 * Seed of random requests. It is constant by default, so that the result of a run does not depend on luck. Use SEED=<number> for another
 * one, and SEED=new for a new one each time.
 */
export const seed = given === 'new' ? Date.now() % 2 ** 31 : Number(given ?? 20_261_122);
