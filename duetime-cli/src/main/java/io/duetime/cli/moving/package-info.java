/** The commands that move jobs from other systems into a store or a server. */
@NullMarked
package io.duetime.cli.moving;

import org.jspecify.annotations.NullMarked;
