import { length } from '../../flight/state.js';
import { metres, outcomeInWords, speed } from '../../play/words.js';
import type { ReplayedFlight } from '../../replay/replayed-flights.js';

interface ReplayedListProps {
  flights: readonly ReplayedFlight[];
  /** Flight time in seconds. */
  time: number;
  hidden: ReadonlySet<number>;
  onToggle: (index: number) => void;
}

/** The flights of a replay with their figures at this time. All but the first one can be hidden. */
export const ReplayedList = ({ flights, time, hidden, onToggle }: ReplayedListProps) => (
  <section className="panel replayed" aria-label="Flights">
    <table>
      <thead>
        <tr>
          <th scope="col">Flight</th>
          <th scope="col">Range</th>
          <th scope="col">Fuel used</th>
          <th scope="col">Burns</th>
        </tr>
      </thead>
      <tbody>
        {flights.map(({ name, colour, flown }, index) => {
          const { flight } = flown.at(time);
          const look = { borderColor: `rgb(${colour.map((part) => Math.round(part * 255)).join(' ')})` };
          return (
            // the flights of a replay never change
            <tr key={index}>
              <th scope="row">
                <i className="swatch" style={look} data-nth={index} aria-hidden />
                {index === 0 ? (
                  name
                ) : (
                  <label>
                    <input type="checkbox" checked={!hidden.has(index)} onChange={() => onToggle(index)} /> {name}
                  </label>
                )}
                {flight.outcome !== 'flying' && <small> {outcomeInWords(flight.outcome)}</small>}
              </th>
              <td>{metres(length(flight.state.position))}</td>
              <td>{speed(flight.fuelUsed)}</td>
              <td>{flight.burns}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </section>
);
