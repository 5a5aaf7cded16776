import { BoxGeometry, CylinderGeometry, Group, Mesh, MeshStandardMaterial, SphereGeometry, TorusGeometry } from 'three';

const HULL = new MeshStandardMaterial({ color: 0xd8dde6, roughness: 0.45, metalness: 0.5 });
const FOIL = new MeshStandardMaterial({ color: 0xd9a441, roughness: 0.35, metalness: 0.7 });
const PANEL = new MeshStandardMaterial({ color: 0x1d3f86, roughness: 0.3, metalness: 0.6, emissive: 0x071a3d });
const DARK = new MeshStandardMaterial({ color: 0x2b3038, roughness: 0.7, metalness: 0.4 });

function part(
  group: Group,
  geometry: BoxGeometry | CylinderGeometry | SphereGeometry | TorusGeometry,
  material: MeshStandardMaterial,
  x = 0,
  y = 0,
  z = 0,
): Mesh {
  const mesh = new Mesh(geometry, material);
  mesh.position.set(x, y, z);
  group.add(mesh);
  return mesh;
}

/** Creates a station of about unit size: modules, a truss and four panels. */
export function makeTarget(): Group {
  const station = new Group();
  part(station, new CylinderGeometry(0.11, 0.11, 0.62, 24), HULL).rotation.z = Math.PI / 2;
  part(station, new CylinderGeometry(0.09, 0.09, 0.3, 24), FOIL, 0.08, 0, 0.18).rotation.x = Math.PI / 2;
  part(station, new TorusGeometry(0.1, 0.018, 12, 32), DARK, -0.33, 0, 0).rotation.y = Math.PI / 2;
  part(station, new BoxGeometry(0.04, 1.3, 0.04), DARK, 0.05);
  for (const y of [-0.5, 0.5])
    for (const x of [-0.24, 0.34]) part(station, new BoxGeometry(0.44, 0.26, 0.012), PANEL, x, y);
  return station;
}

/** Creates a small ship of about unit size that points along-track. */
export function makeSpacecraft(): Group {
  const ship = new Group();
  part(ship, new CylinderGeometry(0.14, 0.24, 0.36, 24), HULL, 0.12).rotation.z = -Math.PI / 2;
  part(ship, new CylinderGeometry(0.24, 0.24, 0.3, 24), FOIL, -0.2).rotation.z = -Math.PI / 2;
  part(ship, new CylinderGeometry(0.06, 0.13, 0.14, 20), DARK, -0.42).rotation.z = -Math.PI / 2;
  part(ship, new SphereGeometry(0.09, 20, 14), DARK, 0.29);
  for (const z of [-0.55, 0.55]) part(ship, new BoxGeometry(0.22, 0.012, 0.5), PANEL, -0.2, 0, z);
  return ship;
}
