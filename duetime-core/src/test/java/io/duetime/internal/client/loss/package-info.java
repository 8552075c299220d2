/** Data that a store loses under an open process. */
@NullMarked
package io.duetime.internal.client.loss;

import org.jspecify.annotations.NullMarked;
