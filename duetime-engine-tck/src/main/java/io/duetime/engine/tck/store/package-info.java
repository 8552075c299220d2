/**
 * The contract of a store: durability, clock, damage, maintenance, names and sizes, invalid input,
 * transfer to other stores.
 */
@NullMarked
package io.duetime.engine.tck.store;

import org.jspecify.annotations.NullMarked;
