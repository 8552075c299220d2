/** Data that a store loses under an open process. */
@NullMarked
package io.duetime.runtime.dataloss;

import org.jspecify.annotations.NullMarked;
