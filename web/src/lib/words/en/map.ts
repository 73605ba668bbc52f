// The map, and the hex that is looked at, in English.

export const map = {
  // The hex that is looked at
  inspector: 'What is here',
  'inspector.hex': 'Hex {hex}',
  'inspector.here': 'From this hex',
  'inspector.note': 'Note',
  'overlay.off': 'Clear',
  'overlay.hexes': '{n} {n:hex|hexes}',

  // What was thrown
  result: 'What was thrown',
  'result.of': '{n} of {all}',
  'result.before': 'The throw before',
  'result.next': 'The next throw',
  'result.seen': 'Seen',

  // The map
  'map.label': 'Map of {name}',
  'map.failed': 'The map’s picture could not be fetched; the counters stand without it.',
  'map.keys':
    'Arrow keys move the cursor from hex to hex, n and p go to the next and previous lit hex, Enter chooses, question mark says why a hex cannot be chosen, plus and minus zoom, 0 shows the whole map.',
  'map.tools': 'Map',
  'map.layers': 'Lay over the map',
  'layer.none': 'Nothing',
  'layer.text.counted': '{n} {n:hex|hexes}; the number says for how many counters.',
  'layer.text': '{n} {n:hex|hexes}',
  'map.in': 'Zoom in',
  'map.out': 'Zoom out',
  'map.home': 'Show the whole map',
  'speech.strength': 'strength {n}',
  'speech.facing': 'faces {d}',
  'speech.level': 'height {n}',
  'speech.nobody': 'nobody',
  'speech.objective': 'worth {points} {points:point|points}, held by {name}',
  'speech.empty': 'no units',
  'speech.target': '{n} {n:answer|answers} here',
  'speech.targetCost': '{n} {n:answer|answers} here, cost {cost}',
  'speech.note': 'your note: {note}',
};
