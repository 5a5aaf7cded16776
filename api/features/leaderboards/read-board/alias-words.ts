/** Of what made-up names are made; none of them says anything about anybody. */
export const ADJECTIVES: readonly string[] =
  'Able Amber Arctic Azure Blazing Bold Brave Bright Brisk Bronze Calm Clever Cobalt Copper Coral Cosmic Crimson Daring Deft Eager Earnest Ebony Electric Emerald Fearless Fierce Fleet Frosty Gallant Gentle Golden Granite Happy Hardy Honest Indigo Iron Ivory Jade Jolly Keen Lively Loyal Lucky Lunar Mellow Mighty Nimble Noble Opal Patient Proud Quick Quiet Rapid Ruby Sapphire Scarlet Silver Solar Steady Swift Vivid Wise'.split(
    ' ',
  );

export const ANIMALS: readonly string[] =
  'Albatross Badger Bear Beaver Bison Bobcat Buzzard Caribou Cheetah Condor Cougar Coyote Crane Dolphin Eagle Egret Elk Ermine Falcon Ferret Finch Fox Gannet Gazelle Goshawk Hare Harrier Hawk Heron Husky Ibex Jackal Jaguar Kestrel Kingfisher Kite Lark Leopard Lion Lynx Marlin Marten Merlin Moose Narwhal Ocelot Orca Osprey Otter Owl Panther Pelican Petrel Puffin Puma Raven Seal Sparrow Stallion Stork Swan Tern Tiger Wolf'.split(
    ' ',
  );
