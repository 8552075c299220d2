/** Repairs what a store has lost while this process had it open. Who is told comes from outside. */
@NullMarked
package io.duetime.runtime.dataloss;

import org.jspecify.annotations.NullMarked;
