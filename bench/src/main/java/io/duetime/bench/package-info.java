/** The bench: Duetime beside its peers. It measures and prints; what must hold is in the tests. */
@NullMarked
package io.duetime.bench;

import org.jspecify.annotations.NullMarked;
