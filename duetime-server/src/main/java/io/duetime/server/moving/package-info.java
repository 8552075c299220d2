/**
 * Moves jobs out of other systems: what a source and a target are, and the loop between them. The
 * systems themselves are in packages below.
 */
@NullMarked
package io.duetime.server.moving;

import org.jspecify.annotations.NullMarked;
