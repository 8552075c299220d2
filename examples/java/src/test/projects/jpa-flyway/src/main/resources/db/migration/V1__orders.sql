create table orders (id varchar(100) primary key, state varchar(20) not null);
create user app password 'secret';
grant select, insert, update, delete on orders to app;
