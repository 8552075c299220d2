/** Defers calls inside a transaction to its commit. */
@NullMarked
package io.duetime.spring.transaction;

import org.jspecify.annotations.NullMarked;
