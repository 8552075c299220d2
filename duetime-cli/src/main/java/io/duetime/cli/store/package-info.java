/** Commands about a whole store: backup, export, import, and checks of its condition. */
@NullMarked
package io.duetime.cli.store;

import org.jspecify.annotations.NullMarked;
