/** Limits of a recorded flight. The longest scenario has 10,800 steps, and a usual flight has fewer than fifty inputs. */
export const FLIGHT_LIMITS = { steps: 50_000, inputs: 500 } as const;
