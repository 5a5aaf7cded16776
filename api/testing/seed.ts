const given = process.env['SEED'];

/**
 * What random requests are made from: the same ones in every run, so that what lands does not depend on luck. Others with
 * SEED=<number>, new ones each time with SEED=new.
 */
export const seed = given === 'new' ? Date.now() % 2 ** 31 : Number(given ?? 20_261_122);
