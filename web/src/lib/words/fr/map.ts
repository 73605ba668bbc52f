// The map, and the hex that is looked at, in French.

import type { map as english } from '../en/map';

export const map: Record<keyof typeof english, string> = {
  // L’hexagone regardé
  inspector: 'Ce qu’il y a ici',
  'inspector.hex': 'Hexagone {hex}',
  'inspector.here': 'Depuis cet hexagone',
  'inspector.note': 'Note',
  'overlay.off': 'Effacer',
  'overlay.hexes': '{n} {n:hexagone|hexagones}',

  // Ce qui a été jeté
  result: 'Ce qui a été jeté',
  'result.of': '{n} sur {all}',
  'result.before': 'Le jet d’avant',
  'result.next': 'Le jet suivant',
  'result.seen': 'Vu',

  // La carte
  'map.label': 'Carte : {name}',
  'map.failed': 'Le dessin de la carte n’a pu être chargé ; les pions sont posés sans lui.',
  'map.keys':
    'Les flèches déplacent le curseur, n et p vont à l’hexagone éclairé suivant ou précédent, Entrée choisit, le point d’interrogation dit pourquoi un hexagone est interdit, plus et moins changent l’échelle, 0 montre toute la carte.',
  'map.tools': 'Carte',
  'map.layers': 'Poser sur la carte',
  'layer.none': 'Rien',
  'layer.text.counted': '{n} {n:hexagone|hexagones} ; le nombre dit pour combien de pions.',
  'layer.text': '{n} {n:hexagone|hexagones}',
  'map.in': 'Agrandir',
  'map.out': 'Réduire',
  'map.home': 'Voir toute la carte',
  'speech.strength': 'force {n}',
  'speech.facing': 'face au {d}',
  'speech.level': 'niveau {n}',
  'speech.nobody': 'personne',
  'speech.objective': 'vaut {points} {points:point|points}, tenu par {name}',
  'speech.empty': 'aucune unité',
  'speech.target': '{n} {n:réponse|réponses} ici',
  'speech.targetCost': '{n} {n:réponse|réponses} ici, coût {cost}',
  'speech.note': 'votre note : {note}',
};
